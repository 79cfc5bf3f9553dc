// The few functions of the system settings that other areas may call.
import type { RoleUse } from '#server/kit/roleUses'

export {
  mayReview,
  type ReviewRule,
  reviewersOf,
  reviewRuleOf,
  type Standing,
  standingUnder,
} from '#server/areas/systemSetting/checkConfig/checkConfigReview'
export {
  dictionaryLabels,
  requireValues,
  type WantedValues,
} from '#server/areas/systemSetting/dictionary/dictionaryRead'
export {
  namesDictionaries,
  type StoredColumn,
  storesDictionary,
  usesDictionary,
} from '#server/areas/systemSetting/dictionary/dictionaryUse'
export {
  type DocumentInput,
  type FilledDocument,
  fillDocument,
  fillVersion,
  valuesOf,
} from '#server/areas/systemSetting/documentTemplate/documentTemplateFill'
export {
  BLANK,
  cleanDocument,
  cleanRich,
  fillHtml,
} from '#server/areas/systemSetting/documentTemplate/documentTemplateHtml'
export { escaped, type Token, tokens } from '#server/areas/systemSetting/documentTemplate/documentTemplateMarkup'
export { versionOf as documentVersion } from '#server/areas/systemSetting/documentTemplate/documentTemplateStore'
export {
  type TemplateUser,
  usesDocumentTemplates,
} from '#server/areas/systemSetting/documentTemplate/documentTemplateUse'
export { type FormToFill, formToFill } from '#server/areas/systemSetting/formTemplate/formTemplate'
export { type FormUse, onFormUse } from '#server/areas/systemSetting/formTemplate/formTemplateUse'
export { reportTemplateOf } from '#server/areas/systemSetting/reportTemplate/reportTemplate'
export {
  residenceDefaults,
  residenceSettingOf,
  residenceSettingVersion,
  saveResidenceSetting,
} from '#server/areas/systemSetting/residenceSetting/residenceSetting'
export { systemSettingFileHolders as fileHolders } from './fileHolders.ts'

export const roleUses: readonly RoleUse[] = [
  {
    count: 'select count(*) from review_rule where org_id = $1 and needed and role_ids ? $2',
    say: (count) => `${count} 项审核由它负责`,
  },
]

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = [
  'dictionary',
  'dictionary_value',
  'document_template',
  'document_template_version',
  'form_template',
  'form_template_type',
]
