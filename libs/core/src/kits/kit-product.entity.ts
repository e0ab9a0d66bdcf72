import { Entity } from 'typeorm';
import { Product } from '../products/product';

/** A specimen collection kit, as partners order it. */
@Entity('kit_products')
export class KitProduct extends Product {}
