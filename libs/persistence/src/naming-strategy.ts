import { DefaultNamingStrategy } from 'typeorm';

/** Columns are named in snake_case; tables carry their names in `@Entity`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  }
}
