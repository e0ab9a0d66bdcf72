import type { DataSource } from 'typeorm';

/** Identifiers of rows that a test makes by itself, without the service. */
export interface BareOrder {
  readonly partner: string;
  readonly product: string;
  readonly order: string;
  readonly createdAt: string;
}

/** A partner, a product and an order, in whatever state of the schema: the least that their tables ask for. */
export async function insertOrder(
  dataSource: DataSource,
  { partner, product, order, createdAt }: BareOrder,
  loincNums = '{1-8}',
): Promise<void> {
  await dataSource.query(`INSERT INTO partners (id, slug, name, created_at) VALUES ($1, 'acme', 'Acme', $2)`, [partner, createdAt]);
  await dataSource.query(
    `INSERT INTO diagnostic_products (id, canonical_id, name, loinc_nums, active, created_at) VALUES ($1, 'lipids', '{"en":"Lipids"}', $3, true, $2)`,
    [product, createdAt, loincNums],
  );
  await dataSource.query(
    `INSERT INTO diagnostic_orders (partner_id, id, shipping_address, created_at)
     VALUES ($1, $2, '{"id":"","address1":"","zip":"","city":"","countryCode":"DE","firstName":"","lastName":""}', $3)`,
    [partner, order, createdAt],
  );
}

/** The same with tests. */
export async function insertTests(dataSource: DataSource, order: BareOrder, testIds: readonly string[]): Promise<void> {
  await insertOrder(dataSource, order);
  for (const [position, id] of testIds.entries()) {
    await dataSource.query(
      `INSERT INTO diagnostic_tests (partner_id, id, order_id, product_id, position, patient_email, patient_gender, patient_updated_at, created_at)
       VALUES ($1, $2, $3, $4, $5, 'erika@example.org', 'X', $6, $6)`,
      [order.partner, id, order.order, order.product, position, order.createdAt],
    );
  }
}
