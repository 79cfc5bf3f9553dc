// The types of forms with what lies in each, at the left of the list.
import { residentForm } from '#contract/live/residentForm'
import { classes } from '#web/kit/classes'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import './residentForm.css'

const NONE = {}

interface RailProps {
  chosen: string | null
  onChoose(typeId: string | null): void
}

export function FormTypeRail({ chosen, onChoose }: RailProps) {
  const answer = useCall(residentForm.calls.types, NONE)
  const types = answer.data
  const total = types?.reduce((sum, type) => sum + type.count, 0)
  const row = (key: string | null, name: string, count: number | undefined, drafts = 0) => (
    <li key={key ?? 'all'}>
      <button
        type="button"
        className={classes(
          'yy-rf-type yy-pad-0-8 yy-gap-6 yy-wide yy-soft-ink yy-left yy-round yy-row yy-bare yy-hover yy-ring',
          chosen === key && 'yy-chosen',
        )}
        aria-pressed={chosen === key}
        onClick={() => onChoose(key)}
      >
        <span className="yy-flex-1 yy-ellipsis" title={name}>
          {name}
        </span>
        {drafts > 0 && (
          <em className="yy-light yy-warning yy-tiny yy-upright" title={`${drafts} 份草稿`}>
            {drafts} 草稿
          </em>
        )}
        <small className="yy-second yy-small yy-light">{count}</small>
      </button>
    </li>
  )
  return (
    <section className="yy-card yy-rf-types yy-low yy-scroll yy-stack" aria-label="文书类型">
      <h3>文书类型</h3>
      {answer.isPending && <BlockBones lines={6} />}
      {answer.error && !types && (
        <ErrorBlock what="文书类型" error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {types?.length === 0 && <Empty title="还没有文书类型" text="请管理员在“设置 › 表单模板设置”中添加。" />}
      {types && types.length > 0 && (
        <ul>
          {row(null, '全部', total)}
          {types.map((type) => row(type.typeId, type.typeName, type.count, type.drafts))}
        </ul>
      )}
    </section>
  )
}
