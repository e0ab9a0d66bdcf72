import { type BodyRules, genders, menstrualPhases } from '@gateway/core';
import { z } from 'zod';
import { addressAnswer } from './address.mapper';
import { emailAddress, identifier, iri, timestamp } from './answer-fields.schema';
import { metadataAnswer } from './metadata.schema';
import { shipmentTrackingAnswer } from './shipment-tracking.mapper';

export const diagnosticOrderAnswer = ({ carriers }: BodyRules) =>
  z
    .strictObject({
      id: identifier(),
      diagnosticTests: z.array(iri('/v1/diagnostic_tests/')),
      createdAt: timestamp(),
      shippedAt: timestamp().nullable(),
      shipmentTracking: shipmentTrackingAnswer(carriers).optional(),
      shippingAddress: addressAnswer,
      metadata: metadataAnswer,
    })
    .meta({ id: 'DiagnosticOrder' });

const healthInsuranceAnswer = z
  .strictObject({
    countryCode: z.string().nullable(),
    provider: z.string().nullable(),
    healthInsuranceTypeDE: z.enum(['GKV', 'PKV']).nullable(),
    subscriberIdentifier: z.string().nullable(),
  })
  .meta({ id: 'HealthInsuranceDetails' });

const specimenAnswer = z
  .strictObject({
    specimenCode: z.string(),
    createdAt: timestamp(),
    collectionDate: z.iso.date().optional(),
    collectionTime: z.iso.time({ precision: 0 }).optional(),
    menstrualPhaseAtCollection: z.enum(menstrualPhases).nullable(),
  })
  .meta({ id: 'Specimen' });

export const diagnosticTestAnswer = ({ carriers }: BodyRules) =>
  z
    .strictObject({
      id: identifier(),
      diagnosticOrder: iri('/v1/diagnostic_orders/'),
      diagnosticProduct: iri('/v1/diagnostic_products/'),
      testResults: z.array(iri('/v1/test_results/')),
      patient: z.strictObject({
        email: emailAddress(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        gender: z.enum(genders),
        dateOfBirth: z.iso.date().optional(),
        healthInsuranceDetails: healthInsuranceAnswer.optional(),
      }),
      specimens: z.array(specimenAnswer),
      shipmentTracking: shipmentTrackingAnswer(carriers).optional(),
      activatedAt: timestamp().nullable(),
      labIntakeAt: timestamp().nullable(),
      createdAt: timestamp(),
    })
    .meta({ id: 'DiagnosticTest' });

const boundary = (operators: [string, string]) => z.strictObject({ operator: z.enum(operators), value: z.number().nullable() }).nullable();

export const observationAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      testResult: iri('/v1/test_results/'),
      loincNum: z.string(),
      value: z.string(),
      unit: z.string().nullable(),
      referenceRange: z
        .strictObject({
          intervals: z.array(z.strictObject({ label: z.string(), lower: boundary(['>', '>=']), upper: boundary(['<', '<=']) })),
        })
        .optional(),
      interpretation: z.string().nullable(),
      labNotes: z.array(z.string()).nullable(),
      createdAt: timestamp(),
    })
    .meta({ id: 'Observation' });

export const documentAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      originalFileName: z.string(),
      downloadPath: iri('/v1/documents/'),
      mimeType: z.string(),
      size: z.int().nonnegative(),
      createdAt: timestamp(),
    })
    .meta({ id: 'Document' });

export const testResultAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      createdAt: timestamp(),
      observations: z.array(observationAnswer()),
      documents: z.array(documentAnswer()),
      labNotes: z.array(z.string()).nullable(),
      diagnosticTest: iri('/v1/diagnostic_tests/'),
    })
    .meta({ id: 'TestResult' });

export const diagnosticProductAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      canonicalId: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      sampleType: z.string().nullable(),
      loincNums: z.array(z.string()),
      active: z.boolean(),
      createdAt: timestamp(),
    })
    .meta({ id: 'DiagnosticProduct' });
