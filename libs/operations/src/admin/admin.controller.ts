import { Answer, Body, operationsOf, TokensService, UuidPipe, OperationsController } from '@gateway/access';
import { type BodyRules, isSlug, type Partner, PartnersService } from '@gateway/core';
import { AppError } from '@gateway/problems';
import { Delete, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { partnerBody, tokenBody } from './bodies';
import { newTokenExample, partnerExample, tokenExample } from './examples';
import { newTokenAnswer, toNewToken, tokenAnswer, toToken } from './tokens.mapper';

const Operation = operationsOf<BodyRules>('Administration');

const partnerAnswer = () =>
  z.strictObject({ slug: z.string(), name: z.string(), createdAt: z.iso.datetime({ precision: 3 }) }).meta({ id: 'Partner' });

const toPartner = ({ slug, name, createdAt }: Partner) => ({ slug, name, createdAt: createdAt.toISOString() });

const assertSlug = (text: string): void => {
  if (!isSlug(text)) throw AppError.recordNotFound();
};

@OperationsController('admin/v1')
export class AdminController {
  constructor(
    private readonly partners: PartnersService,
    private readonly tokens: TokensService,
  ) {}

  @Put('partners/:slug')
  @Operation({
    id: 'putPartner',
    summary: 'Makes a partner or changes its name.',
    scope: 'admin',
    body: { schema: partnerBody, example: { name: 'Acme Health' } },
    answers: [
      { status: 200, description: 'The changed partner.', schema: partnerAnswer, example: partnerExample },
      { status: 201, description: 'The new partner.', schema: partnerAnswer, example: partnerExample },
    ],
  })
  async putPartner(@Param('slug') slug: string, @Body() body: { name: string }): Promise<Answer> {
    assertSlug(slug);
    const { partner, isNew } = await this.partners.put(slug, body.name);
    return new Answer(isNew ? 201 : 200, toPartner(partner));
  }

  @Post('tokens')
  @Operation({
    id: 'createToken',
    summary: 'Makes an access token; the only answer that shows it.',
    scope: 'admin',
    body: { schema: tokenBody, example: { partner: 'acme', name: 'EHR production', scopes: ['orders:read', 'orders:write'] } },
    answers: [{ status: 201, description: 'The token.', schema: newTokenAnswer, example: newTokenExample }],
  })
  async createToken(@Body() body: z.output<ReturnType<typeof tokenBody>>): Promise<Answer> {
    const { partner: slug, ...content } = body;
    const partner = slug === null ? null : await this.partners.findBySlug(slug);
    if (slug !== null && partner === null) {
      throw AppError.violations({ propertyPath: 'partner', constraint: 'Choice', hint: 'partner_unknown' });
    }
    const { token, secret } = await this.tokens.create({ ...content, partnerId: partner?.id ?? null });
    return new Answer(201, toNewToken(token, secret, slug));
  }

  @Get('tokens')
  @Operation({
    id: 'listTokens',
    summary: 'Lists all tokens without their secrets, oldest first.',
    scope: 'admin',
    answers: [{ status: 200, description: 'The tokens.', schema: () => z.array(tokenAnswer()), example: [tokenExample] }],
  })
  async listTokens() {
    const [tokens, partners] = await Promise.all([this.tokens.list(), this.partners.list()]);
    const slugs = new Map(partners.map((partner) => [partner.id, partner.slug]));
    return tokens.map((token) => toToken(token, (token.partnerId && slugs.get(token.partnerId)) ?? null));
  }

  @Delete('tokens/:id')
  @Operation({
    id: 'revokeToken',
    summary: 'Revokes a token.',
    scope: 'admin',
    problems: ['not_found'],
    answers: [{ status: 204, description: 'It no longer works.' }],
  })
  async revokeToken(@Param('id', UuidPipe) id: string): Promise<void> {
    await this.tokens.revoke(id);
  }
}
