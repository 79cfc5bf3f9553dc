// 腕带: strips of 25 mm on A4, to be cut and put into sleeves. Who it is, what must not be given, whom to call, and the code.
import { archiveSection, type WristBandData } from '#contract/live/archiveSection'
import { ResidentNote, ResidentSex } from '#contract/live/resident'
import { elderCode } from '#contract/nursing/careCode'
import { bedPathText } from '#web/areas/live/marks.part'
import { send } from '#web/kit/call'
import { PaperCode } from '#web/kit/print/PaperCode'
import { printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { careNotes, NO_ALLERGY } from './bedCards.part.tsx'
import css from './wristBand.css?inline'

const MOST = 300

function Band({ band, org, phone }: { band: WristBandData; org: string; phone: string | null }) {
  const allergies = band.allergies && band.allergies !== NO_ALLERGY ? band.allergies : null
  const notes = careNotes(band.attention)
  return (
    <article className="band">
      <PaperCode value={elderCode(band.oldmanId)} size="19mm" />
      <div className="band-who">
        <b>{band.oldmanName}</b>
        <span>
          {ResidentSex.label(band.sex)}　{band.age} 岁
        </span>
      </div>
      <div className="band-where">
        <b>{band.bedPath ? bedPathText(band.bedPath) : '未安排床位'}</b>
        <span>{band.archiveNo}</span>
        {notes.length > 0 && <span>{notes.map((note) => ResidentNote.label(note)).join('、')}</span>}
      </div>
      {allergies && <div className="band-harm">过敏：{allergies}</div>}
      <div className="band-house">
        <b>{org}</b>
        {phone && <span>如遇走失请拨 {phone}</span>}
      </div>
    </article>
  )
}

/** Prints the bands of these residents in this order; who is out of reach is left out and told. */
export async function printWristBands(ids: readonly string[]): Promise<void> {
  if (ids.length > MOST) {
    toast.warning(`一次最多打印 ${MOST} 条腕带，请按楼层或分几次选择`)
    return
  }
  const { phone, bands } = await send(archiveSection.calls.wristBands, { ids: ids.join(',') }, { loading: true })
  if (bands.length === 0) {
    toast.warning('所选老人的档案已不在您的数据范围内，没有可打印的腕带')
    return
  }
  if (bands.length < ids.length) toast.info(`${ids.length - bands.length} 位老人不在您的数据范围内，没有打印`)
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: bands.length === 1 ? `腕带-${bands[0]!.oldmanName}` : `腕带-${bands.length}条`,
    paper: 'A4',
    page: '@page { size: A4 portrait; margin: 12mm 10mm }',
    render: () => (
      <>
        <style>{css}</style>
        {bands.map((band) => (
          <Band key={band.oldmanId} band={band} org={org} phone={phone} />
        ))}
      </>
    ),
  })
}
