import { createServer } from 'node:net';

/** Free at this moment; another process may take it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port);
        else reject(new Error('The operating system gave no port.'));
      });
    });
  });
}
