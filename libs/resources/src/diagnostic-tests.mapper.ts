import type { Gender, HealthInsurance, MenstrualPhase, SpecimenRow, TestRow } from '@gateway/core';
import { type ShipmentTracking, toShipmentTracking } from './shipment-tracking.mapper';

export interface Patient {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly gender: Gender;
  readonly dateOfBirth?: string;
  readonly healthInsuranceDetails?: HealthInsurance;
}

export interface Specimen {
  readonly specimenCode: string;
  readonly createdAt: string;
  readonly collectionDate?: string;
  readonly collectionTime?: string;
  readonly menstrualPhaseAtCollection: MenstrualPhase | null;
}

/** DiagnosticTest of the interface. */
export interface DiagnosticTest {
  readonly id: string;
  readonly diagnosticOrder: string;
  readonly diagnosticProduct: string;
  readonly testResults: readonly string[];
  readonly patient: Patient;
  readonly specimens: readonly Specimen[];
  readonly shipmentTracking?: ShipmentTracking;
  readonly activatedAt: string | null;
  readonly labIntakeAt: string | null;
  readonly createdAt: string;
}

const toPatient = (row: TestRow): Patient => ({
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  gender: row.gender,
  ...(row.dateOfBirth !== null && { dateOfBirth: row.dateOfBirth }),
  ...(row.healthInsurance !== null && { healthInsuranceDetails: toHealthInsurance(row.healthInsurance) }),
});

const toHealthInsurance = (insurance: HealthInsurance): HealthInsurance => ({
  countryCode: insurance.countryCode,
  provider: insurance.provider,
  healthInsuranceTypeDE: insurance.healthInsuranceTypeDE,
  subscriberIdentifier: insurance.subscriberIdentifier,
});

const toSpecimen = (row: SpecimenRow): Specimen => ({
  specimenCode: row.specimenCode,
  createdAt: row.createdAt,
  ...(row.collectionDate !== null && { collectionDate: row.collectionDate }),
  ...(row.collectionTime !== null && { collectionTime: row.collectionTime }),
  menstrualPhaseAtCollection: row.menstrualPhase,
});

export const toDiagnosticTest = (row: TestRow): DiagnosticTest => ({
  id: row.id,
  diagnosticOrder: `/v1/diagnostic_orders/${row.orderId}`,
  diagnosticProduct: `/v1/diagnostic_products/${row.productId}`,
  testResults: row.resultIds.map((id) => `/v1/test_results/${id}`),
  patient: toPatient(row),
  specimens: row.specimens.map(toSpecimen),
  ...(row.tracking !== null && { shipmentTracking: toShipmentTracking(row.tracking) }),
  activatedAt: row.activatedAt,
  labIntakeAt: row.labIntakeAt,
  createdAt: row.createdAt,
});
