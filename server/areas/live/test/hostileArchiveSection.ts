// What a hostile request to the calls of archives and families needs to get past the first checks.
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowInvitation, rowMember } from './archiveRows.ts'
import { nothingIn } from './judgedFields.ts'
import { rowResident } from './outingRows.ts'

const resident = async (product: TestApp) => ({ oldmanId: await rowResident(product) })
const member = { name: '王芳', relation: '21', phone: '13600000044', idCard: null }

export const recipes: Knowledge['recipes'] = {
  'live.archiveSection.whole': resident,
  'live.archiveSection.saveBase': async (product) => ({
    ...(await resident(product)),
    ...nothingIn('base'),
    version: null,
  }),
  'live.archiveSection.saveExtra': async (product) => ({
    ...(await resident(product)),
    ...nothingIn('extra'),
    version: null,
  }),
  'live.archiveSection.saveHealth': async (product) => ({
    ...(await resident(product)),
    ...nothingIn('health'),
    version: null,
  }),
  'live.archiveSection.saveFamily': async (product) => ({ ...(await resident(product)), family: [member] }),
  'live.family.add': async (product) => ({ ...(await resident(product)), ...member }),
  'live.family.save': async (product) => ({
    familyId: (await rowMember(product)).familyId,
    ...member,
    version: null,
  }),
  'live.invitation.send': (product) => rowMember(product),
  'live.invitation.revoke': async (product) => ({ invitationId: (await rowInvitation(product)).invitationId }),
}

export const places: Knowledge['places'] = {
  ...Object.fromEntries(
    ['detail', 'base', 'extra', 'health', 'family', 'reveal', 'neighbours', 'modifyRecord'].map((name) => [
      `live.archiveSection.${name}`,
      resident,
    ]),
  ),
  'live.family.phones': async (product) => ({ oldmanId: (await rowMember(product)).oldmanId }),
  'live.family.detail': async (product) => ({ familyId: (await rowMember(product)).familyId }),
  'live.family.remove': async (product) => ({ familyId: (await rowMember(product)).familyId }),
  'live.invitation.list': resident,
}
