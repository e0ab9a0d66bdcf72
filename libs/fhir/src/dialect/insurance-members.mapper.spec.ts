import { type InsuranceMembers, withInsuranceMembers } from './insurance-members.mapper';

const resource = { resourceType: 'ServiceRequest', id: 1 };

it.each<[string, InsuranceMembers | null, readonly [boolean, string | null, string | null]]>([
  ['a private one', { type: 'PKV', provider: 'Debeka', subscriberId: '7' }, [true, 'Debeka', '7']],
  ['a statutory one', { type: 'GKV', provider: 'AOK', subscriberId: 'A123456780' }, [false, 'AOK', 'A123456780']],
  ['one of an unknown type', { type: null, provider: 'AOK', subscriberId: null }, [false, 'AOK', null]],
  ['none', null, [false, null, null]],
])('tells of the insurance: %s', (_, insurance, [pKV, healthInsuranceCompanyName, healthInsuranceSubscriberId]) => {
  expect(withInsuranceMembers(resource, insurance)).toEqual({
    ...resource,
    pKV,
    healthInsuranceCompanyName,
    healthInsuranceSubscriberId,
  });
});
