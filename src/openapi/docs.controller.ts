import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Answer, anyMediaType, OperationsController } from '@gateway/access';
import { BodyRules } from '@gateway/core';
import { ServiceSettings } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Get, Param } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import { Operation } from '../service/operation';
import { makeOpenApiDocument } from './document';
import { routesOf } from './routes';

const assetTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Laboratory gateway</title><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="page"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>`;

const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });`;

/** Everything comes from this service; the page's own styles are inline. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

const openApi = () =>
  z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  });

const openApiExample = { openapi: '3.1.0', info: { title: 'Laboratory gateway', version: '1.0.0' }, paths: {} };

@OperationsController()
export class DocsController {
  private document: Record<string, unknown> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly rules: BodyRules,
    private readonly settings: ServiceSettings,
  ) {}

  @Get('openapi.json')
  @Operation({
    id: 'getOpenApi',
    summary: 'This document.',
    answers: [{ status: 200, description: 'OpenAPI 3.1.', schema: openApi, example: openApiExample }],
  })
  openApi(): Record<string, unknown> {
    return (this.document ??= makeOpenApiDocument(routesOf(this.discovery), this.rules, this.settings.baseUrl));
  }

  @Get('docs')
  @Operation({
    id: 'getDocs',
    summary: 'The interface for people: this document in a browser.',
    produces: ['text/html'],
    answers: [{ status: 200, description: 'The page.' }],
  })
  docs(): Answer {
    return new Answer(200, Buffer.from(page), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
    });
  }

  @Get('docs/:file')
  @Operation({
    id: 'getDocsFile',
    summary: 'A file of the page.',
    produces: [anyMediaType],
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The file.' }],
  })
  async file(@Param('file') file: string): Promise<Answer> {
    if (file === 'start.js') return new Answer(200, Buffer.from(startScript), { 'Content-Type': 'text/javascript; charset=utf-8' });
    const contentType = Object.hasOwn(assetTypes, file) ? assetTypes[file] : undefined;
    if (contentType === undefined) throw AppError.recordNotFound();
    const bytes = await readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), file));
    return new Answer(200, bytes, { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=86400' });
  }
}
