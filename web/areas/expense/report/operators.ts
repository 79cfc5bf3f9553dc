// Who took or paid out money, for the filters of the reports, and who takes over what was counted.
import { cashDay } from '#contract/expense/cashDay'
import { report } from '#contract/expense/report'
import { declareLookup } from '#web/kit/lookup'

declareLookup('cashiers', {
  call: report.calls.operators,
  items: (data) => data,
  value: 'userId',
  label: 'userName',
})

declareLookup('cashTakers', {
  call: cashDay.calls.takers,
  items: (data) => data,
  value: 'empId',
  label: 'empName',
  about: 'deptName',
})
