// Ids of the settings that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

export default {
  samples: {
    'systemSetting.dictionary.update body.values.0.valueId': async (product) => {
      const one = await row(
        `select dictionary_id as "dictionaryId", value_id as "valueId", label from dictionary_value join dictionary using (org_id, dictionary_id)
          where org_id = $1 and not dictionary.system`,
      )(product)
      return { dictionaryId: one.dictionaryId, values: [{ valueId: one.valueId, label: one.label }] }
    },
    'systemSetting.serve.saveWhole': () => ({ config: '{"broadcastEncryption":true}' }),
    'systemSetting.formTemplate.save body.copyOf': () => ({ templateId: null, templateName: newId(), design: null }),
    'systemSetting.documentTemplate.create body.fileId': () => ({ kind: 'word', html: null }),
    'systemSetting.documentTemplate.save body.fileId': row(
      `select template_id as "templateId", kind from document_template where org_id = $1 and kind = 'word'`,
      { html: null },
    ),
  },
  unread: {
    'systemSetting.serve.saveWhole body.deviceId':
      'existing clients send it empty; the settings are the organisation’s',
  },
  beyond: {
    'systemSetting.dictionary.create body.values.0.valueId': 'a new dictionary has no values yet, so any id is refused',
  },
} satisfies IdKnowledge
