// What a hostile request to the papers of residents needs to get past the first checks.
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { paperForm, paperResident, paperTemplate, rowContract, rowForm } from './contractRows.ts'

const ready = async (product: TestApp) => ({
  oldmanId: await paperResident(product, '前台'),
  templateId: await paperTemplate(product),
})
const contract = (state: number) => (product: TestApp) => rowContract(product, state)
const form = async (product: TestApp) => ({ templateId: (await rowForm(product)).recordId })

export const recipes: Knowledge['recipes'] = {
  'live.contractDocument.create': async (product) => ({
    ...(await ready(product)),
    templateVersion: null,
    previousId: null,
    html: '<p>文</p>',
    fields: [{ name: '老人姓名', value: '甲' }],
    signers: ['elder'],
    startDate: null,
    endDate: null,
  }),
  'live.contractDocument.save': async (product) => ({
    ...(await rowContract(product)),
    title: '文书',
    version: null,
    html: '<p>文</p>',
    fields: [],
    signers: ['elder'],
    startDate: null,
    endDate: null,
  }),
  'live.contractDocument.start': async (product) => ({ ...(await ready(product)), previousId: null }),
  'live.contractDocument.list': () => ({ due: null }),
  'live.contractDocument.refresh': () => ({ version: null }),
  'live.contractDocument.send': () => ({ version: null }),
  'live.contractDocument.withdraw': () => ({ version: null }),
  'live.contractDocument.file': () => ({ version: null }),
  'live.contractDocument.void': () => ({ version: null }),
  'live.contractDocument.sign': () => ({ party: 'elder', version: null }),
  'live.contractDocument.scan': async (product) => ({ ...(await rowContract(product, 1)), version: null }),
  'live.residentForm.create': async (product) => ({
    oldmanId: await paperResident(product, '前台'),
    templateId: (await paperForm(product)).templateId,
    templateVersion: null,
    values: {},
    state: 0,
    recordDate: null,
  }),
  'live.residentForm.save': async (product) => ({
    recordId: (await rowForm(product)).recordId,
    version: null,
    values: {},
    state: 0,
    recordDate: null,
  }),
  'live.residentForm.sort': async (product) => {
    const { oldmanId, recordId } = await rowForm(product)
    return { oldmanId, recordIds: [recordId] }
  },
  'live.residentForm.start': async (product) => ({
    oldmanId: await paperResident(product, '前台'),
    templateId: (await paperForm(product)).templateId,
  }),
}

export const places: Knowledge['places'] = {
  'live.contractDocument.detail': contract(1),
  'live.contractDocument.remove': contract(0),
  'live.contractDocument.download': contract(1),
  'live.contractDocument.refresh': contract(0),
  'live.contractDocument.send': contract(0),
  'live.contractDocument.withdraw': contract(1),
  'live.contractDocument.sign': contract(1),
  'live.contractDocument.scanFile': contract(2),
  'live.contractDocument.file': contract(2),
  'live.contractDocument.void': contract(2),
  'live.residentForm.detail': form,
  'live.residentForm.remove': form,
}

export const costly: Knowledge['costly'] = ['live.contractDocument.sign', 'live.contractDocument.download']
