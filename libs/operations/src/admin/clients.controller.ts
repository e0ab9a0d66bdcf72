import { Answer, Body, isClientId, operationsOf, SmartClientsService, OperationsController } from '@gateway/access';
import { type BodyRules, PartnersService } from '@gateway/core';
import { AppError } from '@gateway/problems';
import { Delete, Get, Injectable, Param, type PipeTransform, Put } from '@nestjs/common';
import { z } from 'zod';
import { clientBody } from './client-bodies';
import { clientAnswer, toClient } from './clients.mapper';
import { clientExample, newClientExample } from './examples';

const Operation = operationsOf<BodyRules>('Administration');

/** A path that cannot be a client id names no client. */
@Injectable()
class ClientIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isClientId(value)) throw AppError.recordNotFound();
    return value;
  }
}

/** Clients of SMART Backend Services, which get their tokens by themselves. */
@OperationsController('admin/v1/clients')
export class ClientsController {
  constructor(
    private readonly clients: SmartClientsService,
    private readonly partners: PartnersService,
  ) {}

  @Put(':clientId')
  @Operation({
    id: 'putClient',
    summary: 'Registers a client that gets its tokens by itself, or replaces what is registered.',
    scope: 'admin',
    body: { schema: clientBody, example: newClientExample },
    answers: [
      { status: 200, description: 'The changed client.', schema: clientAnswer, example: clientExample },
      { status: 201, description: 'The new client.', schema: clientAnswer, example: clientExample },
    ],
  })
  async putClient(
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() { partner: slug, name, jwks, scopes }: z.output<ReturnType<typeof clientBody>>,
  ): Promise<Answer> {
    const partner = await this.partners.findBySlug(slug);
    if (partner === null) throw AppError.violations({ propertyPath: 'partner', constraint: 'Choice', hint: 'partner_unknown' });
    const { client, isNew } = await this.clients.put(clientId, { partnerId: partner.id, name, keys: jwks.keys, scopes });
    return new Answer(isNew ? 201 : 200, toClient(client, slug));
  }

  @Get()
  @Operation({
    id: 'listClients',
    summary: 'Lists all clients, oldest first.',
    scope: 'admin',
    answers: [{ status: 200, description: 'The clients.', schema: () => z.array(clientAnswer()), example: [clientExample] }],
  })
  async listClients() {
    const [clients, partners] = await Promise.all([this.clients.list(), this.partners.list()]);
    const slugs = new Map(partners.map((partner) => [partner.id, partner.slug]));
    return clients.map((client) => toClient(client, slugs.get(client.partnerId)!));
  }

  @Delete(':clientId')
  @Operation({
    id: 'removeClient',
    summary: 'Removes a client; its tokens end with it.',
    scope: 'admin',
    problems: ['not_found'],
    answers: [{ status: 204, description: 'It gets no more tokens, and those it has no longer work.' }],
  })
  async removeClient(@Param('clientId', ClientIdPipe) clientId: string): Promise<void> {
    await this.clients.remove(clientId);
  }
}
