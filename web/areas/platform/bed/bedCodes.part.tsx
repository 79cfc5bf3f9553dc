// 床位码: labels for the heads of beds, three by eight on A4 label paper (63.5 x 33.9 mm), in the order they were chosen.
import { bedCode } from '#contract/nursing/careCode'
import { PaperCode } from '#web/kit/print/PaperCode'
import { printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import css from './bedCode.css?inline'

export interface CodedBed {
  bedId: string
  roomName: string
  bedName: string
  /** 松鹤楼 2层 */
  where: string
}

const MOST = 1_000

export async function printBedCodes(beds: readonly CodedBed[]): Promise<void> {
  if (beds.length > MOST) {
    toast.warning(`一次最多打印 ${MOST} 张床位码，请按楼栋或楼层分几次打印`)
    return
  }
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: beds.length === 1 ? `床位码-${beds[0]!.roomName}${beds[0]!.bedName}` : `床位码-${beds.length}张`,
    paper: 'A4',
    page: '@page { size: A4 portrait; margin: 12.5mm 7mm }',
    render: () => (
      <>
        <style>{css}</style>
        <div className="bed-codes">
          {beds.map((bed) => (
            <article key={bed.bedId} className="bed-code">
              <PaperCode value={bedCode(bed.bedId)} size="25mm" />
              <div>
                <b>{bed.roomName}</b>
                <b>{bed.bedName}</b>
                <span>{bed.where}</span>
                <small>{org}</small>
              </div>
            </article>
          ))}
        </div>
      </>
    ),
  })
}
