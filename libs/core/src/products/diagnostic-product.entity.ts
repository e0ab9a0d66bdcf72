import { Column, Entity } from 'typeorm';
import { Product } from './product';

/** Something that the laboratory can determine, as partners order it. */
@Entity('diagnostic_products')
export class DiagnosticProduct extends Product {
  /** The analytes that a complete result has. */
  @Column('text', { array: true })
  loincNums!: string[];
}
