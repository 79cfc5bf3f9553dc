// What a hostile request to the calls of the resident archives needs to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { cardOf } from './cards.ts'
import { rowFile } from './fileRows.ts'
import { nothingIn } from './judgedFields.ts'
import { rowResident } from './outingRows.ts'

let n = 0
/** A card nobody has: days and numbers are taken in turn. */
function freshCard(): string {
  n++
  const day = new Date(Date.UTC(1930, 0, 1) + Math.floor(n / 400) * 86_400_000).toISOString().slice(0, 10)
  return cardOf(n % 400, { born: day.replaceAll('-', ''), place: '440305' })
}

async function storedFile(product: TestApp, mime: string): Promise<string> {
  const fileId = newId()
  await product.app.pool.query(
    `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
     select $1, $2::text, 'document', 'k/' || $2::text, 'a.jpg', 1, $3, 'x', false, user_id
     from account where user_name = 'zhengkai'`,
    [DEMO_ORG, fileId, mime],
  )
  return `/files/${fileId}/a.jpg`
}

/** Nobody has used this archive yet: it can be deleted. */
async function unused(product: TestApp) {
  const oldmanId = newId()
  await product.app.pool.query(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
     values ($1, $2::text, $2::text, '误建', 1, $2::text, '1940-05-06')`,
    [DEMO_ORG, oldmanId],
  )
  return { oldmanId }
}

const resident = async (product: TestApp) => ({ oldmanId: await rowResident(product) })
const byId = async (product: TestApp) => ({ id: await rowResident(product) })
const paper = async (product: TestApp) => ({ id: (await rowFile(product)).fileId })

export const recipes: Knowledge['recipes'] = {
  'live.archive.choices': () => ({ oldmanStatuses: '1,4' }),
  'live.archive.list': () => ({ ...days, status: '1', due: null }),
  'live.archive.counts': () => ({ ...days, status: '1', due: null }),
  'live.archive.check': () => ({ idCard: freshCard() }),
  'live.archive.add': () => ({
    ...nothingIn('base', 'extra', 'health'),
    phone: null,
    head: null,
    idCard: freshCard(),
    family: [{ name: '王芳', relation: '21', phone: '13600000044', idCard: null }],
    files: [],
  }),
  'live.archive.save': async (product) => ({
    ...(await resident(product)),
    ...nothingIn('base', 'extra', 'health'),
    phone: null,
    idCard: freshCard(),
    version: null,
  }),
  'live.archive.batch': async (product) => ({
    oldmanIds: [await rowResident(product)],
    addNotes: [4],
    dropNotes: null,
    category: null,
    deptId: null,
  }),
  'live.archive.setHead': async (product) => ({ head: await storedFile(product, 'image/jpeg'), imagePath: null }),
  'live.archive.addFiles': async (product) => ({
    ...(await resident(product)),
    files: [{ kind: 'other', fileUrl: await storedFile(product, 'image/jpeg'), expireDate: null, remark: null }],
  }),
}

const days = {
  checkInFrom: '2026-01-01',
  checkInTo: '2026-12-31',
  createFrom: '2026-01-01',
  createTo: '2026-12-31',
}

export const places: Knowledge['places'] = {
  'live.archive.completeness': resident,
  'live.archive.files': resident,
  'live.archive.remove': unused,
  'live.archive.setHead': byId,
  'live.archive.removeHead': byId,
  'live.archive.saveFile': paper,
  'live.archive.removeFile': paper,
}
