// Choosing a resident in a form or a search: by name, pinyin, initials, number of the archive or card; the server
// searches, so that an organisation of any size is served alike. The value is the resident's id.
import { Select } from 'antd'
import { useState } from 'react'
import { archive, type ResidentChoiceData } from '#contract/live/archive'
import type { ResidenceStatusValue } from '#contract/live/resident'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { useSettled } from '#web/kit/fields/settled'
import { useCall } from '#web/kit/query'
import { bedPathText } from './marks.part.tsx'
import { ResidentCell } from './residentCell.part.tsx'

export interface ResidentPickOptions {
  /** Only residents in these statuses; everybody unless told. */
  statuses?: readonly ResidenceStatusValue[]
  /** Told with the whole row, so that a form can show bed, level and notes. */
  onPick?(row: ResidentChoiceData | null): void
}

type PickProps = InputProps<string> & ResidentPickOptions & { prompt?: string }

const SHOWN = 30

/** One resident that stands in a field already, by id. */
export function useResident(oldmanId: string | null | undefined): ResidentChoiceData | undefined {
  const one = useCall(archive.calls.choices, oldmanId ? { ids: oldmanId, page: 1, size: 10 } : null, { silent: true })
  return one.data?.list[0]
}

export function ResidentPicker({ statuses, onPick, prompt, value, onChange, ...rest }: PickProps) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(
    archive.calls.choices,
    { oldmanStatuses: statuses?.join(',') ?? null, keyword: keyword || null, page: 1, size: SHOWN },
    { keepPrevious: true, silent: true },
  )
  const rows = found.data?.list ?? []
  const listed = rows.find((row) => row.oldmanId === value)
  const standing = useResident(listed ? null : value)
  const offered = standing && !listed ? [standing, ...rows] : rows
  return (
    <Select<string, { value: string; label: string; row: ResidentChoiceData }>
      id={rest.id}
      disabled={rest.disabled}
      autoFocus={rest.autoFocus}
      aria-label={rest['aria-label']}
      placeholder={rest.placeholder ?? prompt ?? '姓名、拼音首字母或档案编号'}
      className="yy-fill"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      popupMatchSelectWidth={540}
      notFoundContent={
        found.isFetching ? '查找中…' : typed.trim() === '' ? '没有可选的老人' : `没有找到“${typed.trim()}”`
      }
      options={offered.map((row) => ({ value: row.oldmanId, label: row.oldmanName, row }))}
      optionRender={(option) => (
        <span className="yy-hit yy-resident-hit yy-center">
          <ResidentCell row={option.data.row} status={statuses?.length !== 1} />
          <span className="yy-none">{bedPathText(option.data.row.bedPath)}</span>
        </span>
      )}
      onChange={(next, option) => {
        const row = option && !Array.isArray(option) ? option.row : null
        onPick?.(row)
        onChange?.(next ?? null)
      }}
    />
  )
}

function ResidentName({ oldmanId }: { oldmanId: string }) {
  return useResident(oldmanId)?.oldmanName ?? '…'
}

/** A field for forms and searches: `residentOf({ statuses: IN_HOUSE })`. */
export function residentOf(options: ResidentPickOptions = {}): Field<string> {
  return {
    kind: 'field',
    sheet: 'text',
    chooses: true,
    width: 140,
    searchWidth: 200,
    cell: (value) => (value ? <ResidentName oldmanId={value} /> : <None />),
    text: (value) => (value ? '所选老人' : ''),
    input: (props) => <ResidentPicker {...options} {...props} />,
    search: (props) => <ResidentPicker {...options} {...props} prompt="全部老人" />,
  }
}

export const residentPick = residentOf()
