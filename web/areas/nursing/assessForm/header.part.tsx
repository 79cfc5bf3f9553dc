// Whose sheet it is, by which standard, who assesses, who tells, and how far it has come.
import { Button } from 'antd'
import type { Kind } from '#contract/nursing/assess/kind'
import { AssessReason } from '#contract/nursing/assessFields'
import type { AssessDetail } from '#contract/nursing/assessForm'
import { AttentionNotes, BedPath, ResidentPhoto } from '#web/areas/live/public'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { monthsSince } from './days.ts'
import { highest, minutesLeft, placesOf } from './formView.ts'
import type { HeadPart } from './saver.ts'

interface HeaderProps {
  one: AssessDetail
  kind: Kind
  head: Partial<HeadPart>
  answered: number
  of: number
  onEdit(): void
}

const SEX = ['男', '女']

export function Header({ one, kind, head, answered, of, onEdit }: HeaderProps) {
  const places = placesOf(kind)
  const points = places.reduce((sum, { item }) => sum + highest(item), 0)
  const reason = AssessReason.label(head.reason ?? one.reason)
  const since = one.last ? monthsSince(one.last.assessDate, head.assessDate ?? one.assessDate) : 0
  const informant = head.informant ?? one.informant
  const relation = head.informantRelation ?? one.informantRelation
  const place = head.place ?? one.place
  const assessors = [one.assessor1Name, one.assessor2Name].filter(Boolean).join('、')
  const open = of - answered
  const name = one.oldmanName ?? '咨询老人'
  return (
    <section className="yy-card yy-assess-top">
      <div className="yy-assess-who">
        <ResidentPhoto
          row={{
            oldmanId: one.oldmanId ?? one.consultationId ?? '',
            oldmanName: name,
            sex: one.sex ?? 0,
            head: one.head,
          }}
          width={52}
          height={60}
        />
        <div className="yy-narrow">
          <div className="yy-row yy-gap-8 yy-wrap">
            <b className="yy-text-18">{name}</b>
            <span>
              {one.sex === null ? '' : SEX[one.sex]} {one.age === null ? '' : `${one.age} 岁`}
            </span>
            {one.attention.length > 0 && <AttentionNotes notes={one.attention} />}
            {one.oldmanId === null && <StatusTag family="slate">咨询</StatusTag>}
          </div>
          {one.bedPath ? <BedPath path={one.bedPath} /> : <span className="yy-second">还没有床位</span>}
          {one.nursingLevelName && (
            <div>
              <span className="yy-second">现等级</span> {one.nursingLevelName}
            </div>
          )}
        </div>
      </div>
      <dl>
        <dt>标准</dt>
        <dd>
          {kind.standard}
          <span className="yy-assess-points-of">
            {' · '}
            {places.length} 项{kind.preliminary.by === 'total' ? ` ${points} 分` : ''}
          </span>
        </dd>
        <dt>原因</dt>
        <dd>
          {reason}
          {since > 0 ? `（满 ${since} 个月）` : ''}
        </dd>
      </dl>
      <dl>
        <dt>评估人</dt>
        <dd>{assessors || '—'}</dd>
        <dt>信息提供</dt>
        <dd>
          {informant ? `${informant}${relation ? `（${relation}）` : ''}` : <span className="yy-amber">未填</span>}
        </dd>
      </dl>
      <dl>
        <dt>日期</dt>
        <dd>{head.assessDate ?? one.assessDate}</dd>
        <dt>地点</dt>
        <dd>
          {place || <span className="yy-second">未填</span>}{' '}
          <Button size="small" type="link" className="yy-assess-edit" onClick={onEdit}>
            改
          </Button>
        </dd>
      </dl>
      <div className="yy-assess-far">
        <span className="yy-row yy-gap-8">
          <span>
            <b>{answered}</b> / {of}
          </span>
          <span className="yy-second yy-push">
            {open > 0 ? `还剩 ${open} 项，约 ${minutesLeft(open)} 分钟` : '各项都评完了'}
          </span>
        </span>
        <span className="yy-assess-meter" role="img" aria-label={`已评 ${answered}，共 ${of} 项`}>
          <i
            className={open === 0 ? 'is-full' : undefined}
            style={{ width: `${(answered / Math.max(1, of)) * 100}%` }}
          />
        </span>
      </div>
    </section>
  )
}
