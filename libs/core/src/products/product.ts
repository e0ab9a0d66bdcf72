import type { Language } from '@gateway/problems';
import { Column, PrimaryColumn } from 'typeorm';
import { moment, textOrNull } from '../columns';

/** A text in the service's languages; English is always there and stands in for the others. */
export type Translations = { readonly en: string } & Readonly<Partial<Record<Exclude<Language, 'en'>, string>>>;

export const translate = (translations: Translations, language: Language): string => translations[language] ?? translations.en;

/** What diagnostic products and kit products have in common. */
export abstract class Product {
  @PrimaryColumn('uuid')
  id!: string;

  /** Stable across environments, unlike the id. */
  @Column('text', { unique: true })
  canonicalId!: string;

  @Column('jsonb')
  name!: Translations;

  @Column('jsonb', { nullable: true })
  description!: Translations | null;

  @Column(textOrNull)
  sampleType!: string | null;

  /** An inactive product can be read, not ordered. */
  @Column('boolean')
  active!: boolean;

  @Column(moment)
  createdAt!: Date;
}
