import { Client } from 'pg';
import { placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

describe('a partner’s tracking while the carrier reports', () => {
  let gateway: TestGateway;
  let carrier: Client;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    carrier = new Client({ connectionString: (gateway.dataSource.options as { url?: string }).url });
    await carrier.connect();
  });

  afterAll(async () => {
    await carrier.end();
    await gateway.stop();
  });

  const isWaiting = async (): Promise<boolean> => {
    const rows: unknown[] = await gateway.dataSource.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };

  it.each(['diagnostic_tests', 'diagnostic_orders'])('keeps what the carrier wrote: %s', async (collection) => {
    const { orderId, testIds } = await placeOrder(gateway.acme);
    const path = `/v1/${collection}/${collection === 'diagnostic_tests' ? testIds[0] : orderId}`;
    await gateway.acme.post(`${path}/shipment_tracking`, { provider: 'OTHER', trackingCode: collection, shipmentStatus: 'confirmed' });
    await carrier.query('BEGIN');
    await carrier.query(`UPDATE shipments SET shipment_status = 'failure' WHERE tracking_code = $1`, [collection]);
    const recorded = gateway.acme.post(`${path}/shipment_tracking`, { provider: 'OTHER', url: 'https://example.org/parcel' });
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    await carrier.query('COMMIT');
    const { shipmentTracking } = (await recorded).body;
    expect(shipmentTracking).toMatchObject({ shipmentStatus: 'failure', url: 'https://example.org/parcel', trackingCode: collection });
  });
});
