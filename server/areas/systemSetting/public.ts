// The few functions of the system settings that other areas may call.
import type { RoleUse } from '#server/kit/roleUses'

export {
  mayReview,
  type ReviewRule,
  reviewersOf,
  reviewRuleOf,
  type Standing,
  standingUnder,
} from './checkConfigReview.ts'
export { dictionaryLabels, requireValues, type WantedValues } from './dictionaryRead.ts'
export { namesDictionaries, type StoredColumn, storesDictionary, usesDictionary } from './dictionaryUse.ts'
export { type DocumentWish, type FilledDocument, fillDocument, fillVersion, valuesOf } from './documentTemplateFill.ts'
export { BLANK, cleanDocument, fillHtml } from './documentTemplateHtml.ts'
export { escaped, type Token, tokens } from './documentTemplateMarkup.ts'
export { versionOf as documentVersion } from './documentTemplateStore.ts'
export { type TemplateUser, usesDocumentTemplates } from './documentTemplateUse.ts'
export { systemSettingFileHolders as fileHolders } from './fileHolders.ts'
export { type FormToFill, formToFill } from './formTemplate.ts'
export { type FormUse, onFormUse } from './formTemplateUse.ts'
export { reportTemplateOf } from './reportTemplate.ts'

export const roleUses: readonly RoleUse[] = [
  {
    count: 'select count(*) from review_rule where org_id = $1 and needed and role_ids ? $2',
    say: (count) => `${count} 项审核由它负责`,
  },
]
