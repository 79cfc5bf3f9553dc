// Archives and families of another department do not exist for a nurse of this one.
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowMember } from './archiveRows.ts'

const ELSEWHERE = '长青楼护理组'
const NURSE = 'lixiaomei'

export default foreignIds((product) => {
  const resident: Foreign = {
    as: NURSE,
    params: async () => ({ oldmanId: (await rowMember(product(), ELSEWHERE)).oldmanId }),
  }
  const member = (more: Partial<Foreign> = {}): Foreign => ({
    as: NURSE,
    params: async () => ({ familyId: (await rowMember(product(), ELSEWHERE)).familyId }),
    ...more,
  })
  return {
    'live.archiveSection.detail': resident,
    'live.archiveSection.base': resident,
    'live.archiveSection.extra': resident,
    'live.archiveSection.health': resident,
    'live.archiveSection.family': resident,
    'live.archiveSection.reveal': { ...resident, as: 'operator', status: 401 },
    'live.archiveSection.neighbours': resident,
    'live.archiveSection.modifyRecord': resident,
    'live.family.detail': member(),
    'live.family.phones': resident,
    'live.family.remove': member({ as: 'operator', status: 401 }),
    'live.invitation.list': resident,
  }
})
