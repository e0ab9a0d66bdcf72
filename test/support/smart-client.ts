import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, type JWK, SignJWT } from 'jose';
import type { TestGateway } from './gateway';
import { type TestAnswer, TestClient } from './test-client';

export const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };

interface ClientOptions {
  readonly algorithm?: 'ES384' | 'RS384';
  readonly partner?: string;
  readonly scopes?: readonly string[];
  readonly kid?: string;
}

/** A partner's program that gets its tokens by itself, as SMART Backend Services says. */
export class SmartTestClient {
  private readonly pair;
  private readonly kid: string;
  private readonly algorithm: 'ES384' | 'RS384';

  constructor(
    private readonly gateway: TestGateway,
    readonly clientId: string,
    { algorithm = 'ES384', kid = `${clientId}-1` }: Pick<ClientOptions, 'algorithm' | 'kid'> = {},
  ) {
    this.algorithm = algorithm;
    this.kid = kid;
    this.pair =
      algorithm === 'ES384' ? generateKeyPairSync('ec', { namedCurve: 'P-384' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
  }

  async jwks(): Promise<{ keys: JWK[] }> {
    return { keys: [{ ...(await exportJWK(this.pair.publicKey)), kid: this.kid }] };
  }

  /** What the administration is told of the client. */
  async registration({ partner = 'acme', scopes = ['system/*.cruds'] }: ClientOptions = {}) {
    return { partner, name: `Client ${this.clientId}`, jwks: await this.jwks(), scopes };
  }

  async register(options: ClientOptions = {}): Promise<TestAnswer> {
    return this.gateway.operator.put(`/admin/v1/clients/${this.clientId}`, await this.registration(options));
  }

  /** A signed assertion, its claims overridden one by one. */
  async assertion(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const seconds = Math.floor(this.gateway.clock.now().getTime() / 1000);
    const own = {
      iss: this.clientId,
      sub: this.clientId,
      aud: 'https://gateway.example/auth/token',
      exp: seconds + 240,
      jti: randomUUID(),
    };
    return new SignJWT({ ...own, ...claims })
      .setProtectedHeader({ alg: this.algorithm, kid: this.kid, typ: 'JWT' })
      .sign(this.pair.privateKey);
  }

  /** What the client sends to get a token, its parameters overridden one by one. */
  async form(changes: Readonly<Record<string, string>> = {}): Promise<string> {
    return new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'system/*.cruds',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: changes['client_assertion'] ?? (await this.assertion()),
      ...changes,
    }).toString();
  }

  async ask(changes: Readonly<Record<string, string>> = {}, { url = this.gateway.url, headers }: AskOptions = {}): Promise<TestAnswer> {
    return sendForm(url, await this.form(changes), headers);
  }

  /** A program that sends the token which the client gets. */
  async loggedIn(scope = 'system/*.cruds'): Promise<TestClient> {
    const { status, body, text } = await this.ask({ scope });
    if (status !== 200) throw new Error(`login refused: ${text}`);
    return new TestClient(this.gateway.url, body.access_token);
  }
}

interface AskOptions {
  /** Of another instance of the service. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a form to the token endpoint as it is. */
export const sendForm = (url: string, form: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> =>
  new TestClient(url, undefined).post('/auth/token', form, { ...formHeaders, ...headers });
