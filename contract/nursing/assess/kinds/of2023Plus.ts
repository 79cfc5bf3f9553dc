// The 2023 standard with its tables filled in whole. Items, scores and rules are those of the standard itself; the
// diagnoses that raise a level are read from table A.4 and not asked twice.
import type { Input, Kind } from '#contract/nursing/assess/kind'
import { comaOf2023, eventsOf2023, of2023 } from '#contract/nursing/assess/kinds/of2023'
import { formsOf2023Plus } from '#contract/nursing/assess/kinds/of2023PlusForms'

const fromDiagnoses: Readonly<Record<string, number>> = { dementia: 21, otherMentalDisorder: 22 }

const diagnosed = of2023.inputs
  .filter((one) => Object.hasOwn(fromDiagnoses, one.key))
  .map((one): Input => ({ ...one, fromField: { field: 'A.4.1', value: fromDiagnoses[one.key]! } }))

export const of2023Plus: Kind = {
  ...of2023,
  key: 'of2023Plus',
  type: 3,
  name: '2023 标准增强版',
  inputs: [...diagnosed, comaOf2023, ...eventsOf2023],
  forms: formsOf2023Plus,
}
