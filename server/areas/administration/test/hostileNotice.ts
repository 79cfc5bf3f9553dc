// What a hostile request to notices needs to get past the first checks.
import type { Knowledge } from '#server/kit/test/attacker'
import { rowNotice } from './noticeRows.ts'

const words = {
  title: '试',
  scope: 'all',
  deptIds: null,
  jobIds: null,
  userIds: null,
  html: '<p>试</p>',
  attachments: null,
  publishAt: null,
  endAt: null,
}

export const recipes: Knowledge['recipes'] = {
  'administration.notice.add': () => words,
  'administration.notice.save': async (product) => ({ ...words, ...(await rowNotice(product)), version: null }),
  'administration.notice.publish': async (product) => ({ ...(await rowNotice(product)), version: null }),
  'administration.notice.unschedule': async (product) => ({ ...(await rowNotice(product, 'WAITING')), version: null }),
  'administration.notice.recall': async (product) => ({ ...(await rowNotice(product, 'PUBLISHED')), reason: '试' }),
  'administration.notice.remind': (product) => rowNotice(product, 'PUBLISHED'),
  'administration.notice.receivers': async (product) => ({
    ...(await rowNotice(product, 'PUBLISHED')),
    keyword: null,
    receipt: null,
  }),
  'administration.notice.editions': (product) => rowNotice(product, 'PUBLISHED'),
  'administration.notice.read': async (product) => ({ ...(await rowNotice(product, 'PUBLISHED')), noticeIds: null }),
  'administration.notice.confirm': async (product) => ({ ...(await rowNotice(product, 'PUBLISHED')), edition: 1 }),
}

export const places: Knowledge['places'] = {
  'administration.notice.get': (product) => rowNotice(product),
  'administration.notice.remove': (product) => rowNotice(product),
}
