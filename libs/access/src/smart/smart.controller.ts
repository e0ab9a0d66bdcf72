import { OperationsController } from '../operations/operations-controller';
import { ServiceSettings } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { anyMediaType, jsonMediaType, operationsOf } from '../operations/operation';
import { LoginLimiter, loginLimitHeaders } from '../rate-limit/login-limiter';
import { Answer } from '../requests/answer';
import { LoginService, tokenEndpoint, tokenSeconds } from './login.service';
import { OAuthError } from './oauth-error';
import { configurationAnswers, smartConfiguration, tokenAnswers, tokenRequestBody } from './smart-answers';
import { formOf, toTokenRequest } from './token-request';

const Operation = operationsOf<unknown>('Authorization');

/** RFC 6749 section 5.1; its texts are English. */
const tokenHeaders = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Content-Language': 'en' };

const refusalOf = ({ status, code, description }: OAuthError): Answer =>
  new Answer(
    status,
    { error: code, error_description: description },
    // RFC 9110 section 15.5.2: a 401 names a scheme of the service.
    { ...tokenHeaders, ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) },
  );

const configurationOperation = (id: string, summary: string) =>
  // JSON whatever the client accepts, as SMART App Launch requires.
  Operation({ id, summary, produces: [jsonMediaType, anyMediaType], answers: configurationAnswers });

/** SMART Backend Services (https://hl7.org/fhir/smart-app-launch/backend-services.html). */
@OperationsController()
export class SmartController {
  constructor(
    private readonly logins: LoginService,
    private readonly loginLimiter: LoginLimiter,
    private readonly settings: ServiceSettings,
  ) {}

  @Post('auth/token')
  @Operation({
    id: 'requestToken',
    summary: 'Gives a client of SMART Backend Services a token for five minutes.',
    body: tokenRequestBody,
    problems: ['throttled'],
    answers: tokenAnswers,
  })
  async requestToken(@Req() request: Request): Promise<Answer> {
    const form = await formOf(request);
    try {
      const { token, scope, headers } = await this.logins.login(toTokenRequest(form));
      const body = { access_token: token, token_type: 'bearer', expires_in: tokenSeconds, scope };
      return new Answer(200, body, { ...tokenHeaders, ...headers });
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.status === 401) await this.countFailure(request.ip);
      return refusalOf(error);
    }
  }

  private async countFailure(address = 'unknown'): Promise<void> {
    const seconds = await this.loginLimiter.countFailure(address);
    if (seconds === undefined) return;
    throw new AppError('login_limited', { parameters: { seconds }, headers: loginLimitHeaders(seconds) });
  }

  @Get('.well-known/smart-configuration')
  @configurationOperation('getSmartConfiguration', 'How clients get tokens by themselves.')
  configuration() {
    return this.describe();
  }

  @Get('fhir/r4b/.well-known/smart-configuration')
  @configurationOperation('getR4bSmartConfiguration', 'How clients of FHIR R4B get tokens by themselves.')
  configurationOfR4b() {
    return this.describe();
  }

  @Get('fhir/r5/.well-known/smart-configuration')
  @configurationOperation('getR5SmartConfiguration', 'How clients of FHIR R5 get tokens by themselves.')
  configurationOfR5() {
    return this.describe();
  }

  private describe() {
    return smartConfiguration(tokenEndpoint(this.settings.baseUrl));
  }
}
