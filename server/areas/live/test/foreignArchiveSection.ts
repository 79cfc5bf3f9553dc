// Archives and families of another department do not exist for a nurse of this one.
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowMember } from './archiveRows.ts'

const ELSEWHERE = '长青楼护理组'
const NURSE = 'lixiaomei'

export default foreignIds((product) => {
  const elder: Foreign = {
    as: NURSE,
    params: async () => ({ oldmanId: (await rowMember(product(), ELSEWHERE)).oldmanId }),
  }
  const member = (more: Partial<Foreign> = {}): Foreign => ({
    as: NURSE,
    params: async () => ({ familyId: (await rowMember(product(), ELSEWHERE)).familyId }),
    ...more,
  })
  return {
    'live.archiveSection.detail': elder,
    'live.archiveSection.base': elder,
    'live.archiveSection.extra': elder,
    'live.archiveSection.health': elder,
    'live.archiveSection.family': elder,
    'live.archiveSection.reveal': { ...elder, as: 'operator', status: 401 },
    'live.archiveSection.neighbours': elder,
    'live.archiveSection.modifyRecord': elder,
    'live.family.detail': member(),
    'live.family.phones': elder,
    'live.family.remove': member({ as: 'operator', status: 401 }),
    'live.invitation.list': elder,
  }
})
