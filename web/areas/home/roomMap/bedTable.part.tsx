// The same beds as a list: for looking through many of one status, and for those who read tables more easily.

import { Table, type TableColumnsType } from 'antd'
import { memo, useMemo } from 'react'
import { BedStatus } from '#contract/live/bedStatus'
import { ResidentSex } from '#contract/live/resident'
import { None } from '#web/kit/fields/none'
import type { BedAt } from './layout.ts'
import type { CareByElder } from './useCare.ts'
import { careWords, cellWords, type StatusNames, signsMark } from './words.ts'

interface BedTableProps {
  beds: readonly BedAt[]
  names: StatusNames
  now: number
  today: string
  care: CareByElder
}

const ROWS = 50

export const BedTable = memo(function BedTable({ beds, names, now, today, care }: BedTableProps) {
  const columns = useMemo<TableColumnsType<BedAt>>(
    () => [
      {
        title: '床位',
        key: 'bed',
        width: 220,
        render: (_, { room, bed }) => (
          <button type="button" className="yy-link" data-bed={bed.bedId} aria-haspopup="dialog">
            {[room.buildingName, room.floorName, room.roomName, bed.bedName].filter(Boolean).join(' › ')}
          </button>
        ),
      },
      {
        title: '状态',
        key: 'status',
        width: 110,
        render: (_, { bed }) => (
          <em className={`yy-bed-card-status yy-inline yy-small yy-upright yy-light yy-bed-${bed.status}`}>
            <i aria-hidden />
            {names[bed.status]}
          </em>
        ),
      },
      {
        title: '老人',
        key: 'person',
        width: 200,
        render: (_, { bed }) => {
          const person = bed.occupant
          if (!person) return bed.holder?.oldmanName ?? <None />
          const signs = signsMark(care.get(person.oldmanId)?.alert ?? null)
          return (
            <span className="yy-map-person yy-inline">
              <b>{person.oldmanName}</b>
              {[...cellWords(bed, names, now, today).marks, ...(signs ? [signs] : [])].map((mark) => (
                <em
                  key={mark.sign}
                  className={`yy-bed-mark yy-fixed yy-on yy-tiny yy-upright yy-center-text yy-bed-mark-${mark.family}`}
                  title={mark.title}
                >
                  {mark.sign}
                </em>
              ))}
            </span>
          )
        },
      },
      {
        title: '性别年龄',
        key: 'about',
        width: 90,
        render: (_, { bed }) =>
          bed.occupant ? `${ResidentSex.label(bed.occupant.sex)} ${bed.occupant.age}` : <None />,
      },
      { title: '护理等级', key: 'level', width: 160, render: (_, { bed }) => bed.occupant?.levelName ?? <None /> },
      ...(care.size > 0
        ? [
            {
              title: '今日护理',
              key: 'care',
              width: 150,
              render: (_: unknown, { bed }: BedAt) => {
                const cared = bed.occupant && care.get(bed.occupant.oldmanId)
                const words = cared ? careWords(cared) : ''
                return words === '' ? <None /> : <span className={cared!.late > 0 ? 'yy-red' : undefined}>{words}</span>
              },
            },
          ]
        : []),
      {
        title: '说明',
        key: 'second',
        render: (_, { bed }) => {
          const { second, bad } = cellWords(bed, names, now, today)
          return bed.status === BedStatus.is.lived ? (
            <None />
          ) : (
            <span className={bad ? 'yy-bed-card-bad' : undefined}>{second}</span>
          )
        },
      },
    ],
    [names, now, today, care],
  )
  return (
    <Table<BedAt>
      className="yy-card yy-hidden"
      size="small"
      columns={columns}
      dataSource={beds as BedAt[]}
      rowKey={({ bed }) => bed.bedId}
      pagination={{
        pageSize: ROWS,
        showSizeChanger: false,
        hideOnSinglePage: true,
        showTotal: (all) => `共 ${all} 张床`,
      }}
    />
  )
})
