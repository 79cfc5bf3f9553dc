// Fields of a resident whose values stand in dictionaries or elsewhere, or must agree with others: what a schema gives as
// a sample would be turned away for them.
import { type FieldSection, fieldList } from '#contract/live/residentFields'

const JUDGED = ['idCard', 'sex', 'birthDate', 'region', 'deptId', 'saleId', 'healthReportDate', 'healthReportExpire']

/** Nothing in each of them. */
export const nothingIn = (...sections: readonly FieldSection[]): Record<string, null> =>
  Object.fromEntries(
    fieldList
      .filter(({ section, dictionary, name }) => sections.includes(section) && (dictionary || JUDGED.includes(name)))
      .map(({ name }) => [name, null]),
  )
