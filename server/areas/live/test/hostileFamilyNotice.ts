// What a hostile request to the notices to families needs to get past the first checks.
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowFamilyNotice, rowFamilyTemplate } from './familyNoticeRows.ts'

const words = { title: '试', content: '{{老人姓名}}', attachments: null }
const only = async (product: TestApp, state: 'DRAFT' | 'PUBLISHED' = 'DRAFT') => ({
  messageId: (await rowFamilyNotice(product, state)).messageId,
})
let n = 0

export const recipes: Knowledge['recipes'] = {
  'live.familyNotice.add': async (product) => ({ ...words, oldmanIds: (await rowFamilyNotice(product)).oldmanIds }),
  'live.familyNotice.save': async (product) => ({ ...words, ...(await rowFamilyNotice(product)), version: null }),
  'live.familyNotice.publish': async (product) => ({ ...(await only(product)), version: null }),
  'live.familyNotice.recall': async (product) => ({ ...(await only(product, 'PUBLISHED')), reason: '试' }),
  'live.familyNotice.receivers': async (product) => ({ ...(await only(product)), keyword: null, receipt: null }),
  'live.familyNotice.addTemplate': () => ({ ...words, name: `模板 ${n++}` }),
  'live.familyNotice.saveTemplate': async (product) => ({
    ...words,
    ...(await rowFamilyTemplate(product)),
    name: `模板 ${n++}`,
    version: null,
  }),
}

export const places: Knowledge['places'] = {
  'live.familyNotice.get': (product) => only(product),
  'live.familyNotice.remove': (product) => only(product),
  'live.familyNotice.removeTemplate': rowFamilyTemplate,
}
