// Smart mattresses: whose bed has one.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, merge, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'

const MattressResident = merge(
  ResidentMarks,
  obj({
    bedId: str(),
    bedPath: str('床位'),
    deviceId: str(),
    deviceNo: str('设备编号'),
    /** 1 online, 0 offline */
    online: int('在线'),
    /** 1 in bed, 0 out of bed, null: no reading */
    inBed: nul(int('在床')),
  }),
)
export type MattressResidentData = Static<typeof MattressResident>

export const mattress = noun('monitor', 'mattress', {
  title: '智能床垫',
  calls: {
    /** Residents whose bed has a mattress, as lists to choose from name them. */
    residents: call.get('/pims/web-org/mattress/oldman', {
      needs: 'signedIn',
      act: '有床垫的老人',
      query: pageQuery({ oldmanName: opt(str('老人')), deptId: opt(str('部门')) }),
      data: pageOf(MattressResident),
    }),
  },
})
