// Licences as cards: what it is, how long it still holds, its pictures. The ones that need an act come first.
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type OrgArchiveData,
  organisation,
  type QualificationData,
  QualificationKind,
  QualificationState,
} from '#contract/platform/organisation'
import { imagesOf } from '#web/kit/fields/image'
import { optionField } from '#web/kit/fields/option'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'
import { QualificationForm } from './qualificationForm.part.tsx'

const state = optionField(QualificationState)
const pictures = imagesOf()
const order = QualificationState.list.map((option) => option.value)

async function remove(orgId: string, one: QualificationData): Promise<void> {
  await confirmCall(organisation.calls.removeQualification, {
    input: { orgId, qualificationId: one.qualificationId },
    title: `删除证照“${one.name}”？`,
    effects: ['删除后不再提醒到期', '操作日志中仍能查到删除了什么'],
    verb: '删除证照',
    safe: '不删除',
    danger: true,
    done: `证照“${one.name}”已删除`,
  })
}

/** 还有 22 天, 已过期 7 天 */
function left({ daysLeft, state: now }: QualificationData): string {
  if (daysLeft === null) return ''
  if (daysLeft < 0) return `已过期 ${-daysLeft} 天`
  return now === 'valid' || now === 'notYet' ? '' : daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天`
}

function Card({ one, editable, onEdit, onRemove }: CardProps) {
  const { validFrom, validTo } = one
  return (
    <article className={`yy-licence yy-pad-12 yy-stack yy-round yy-licence-${one.state}`}>
      <header>
        <b>{one.name}</b>
        {state.cell(one.state)}
      </header>
      <dl>
        <div>
          <dt>类别</dt>
          <dd>{QualificationKind.label(one.kind)}</dd>
        </div>
        <div>
          <dt>编号</dt>
          <dd>{one.number ?? '—'}</dd>
        </div>
        <div>
          <dt>发证机关</dt>
          <dd>{one.issuer ?? '—'}</dd>
        </div>
        <div>
          <dt>有效期</dt>
          <dd>
            {validTo ? `${validFrom ?? '—'} 至 ${validTo}` : validFrom ? `${validFrom} 起，长期` : '长期'}
            {left(one) && <em>{left(one)}</em>}
          </dd>
        </div>
        {one.remark && (
          <div>
            <dt>备注</dt>
            <dd>{one.remark}</dd>
          </div>
        )}
      </dl>
      <footer>
        {one.pictures.length > 0 ? pictures.cell(one.pictures) : <span className="yy-none">没有上传图片</span>}
        {editable && (
          <span className="yy-inline-flex yy-gap-12">
            <button type="button" className="yy-link" onClick={onEdit}>
              {one.state === 'valid' || one.state === 'lasting' ? '编辑' : '更新证照'}
            </button>
            <button type="button" className="yy-link yy-link-danger" onClick={onRemove}>
              删除…
            </button>
          </span>
        )}
      </footer>
    </article>
  )
}

interface CardProps {
  one: QualificationData
  editable: boolean
  onEdit(): void
  onRemove(): void
}

/** 9 项，1 项已过期，3 项将到期 */
function summary(all: readonly QualificationData[]): string {
  const late = all.filter((one) => one.state === 'expired').length
  const soon = all.filter((one) => one.state.startsWith('in')).length
  return [`${all.length} 项`, late > 0 && `${late} 项已过期`, soon > 0 && `${soon} 项 90 天内到期`]
    .filter(Boolean)
    .join('，')
}

export function Qualifications({ org }: { org: OrgArchiveData }) {
  const [edited, setEdited] = useState<QualificationData | 'new' | null>(null)
  const all = [...org.qualifications].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const add = org.editable && (
    <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
      新增证照
    </Button>
  )
  return (
    <PageCard title="证照资质" sub={summary(all)} extra={all.length > 0 && add}>
      {all.length === 0 ? (
        <Empty title="还没有登记证照" text="登记后，到期前 90、60、30 天会提醒管理员。" acts={add} />
      ) : (
        <div className="yy-licences yy-grid yy-gap-12">
          {all.map((one) => (
            <Card
              key={one.qualificationId}
              one={one}
              editable={org.editable}
              onEdit={() => setEdited(one)}
              onRemove={() => void remove(org.orgId, one)}
            />
          ))}
        </div>
      )}
      <QualificationForm orgId={org.orgId} edited={edited} onClose={() => setEdited(null)} />
    </PageCard>
  )
}
