import { usePage } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Calculator } from '../calculator.tsx'

/** `::cost-calculator`: the brand's cost example, with controls to change its figures. */
export default function CostCalculatorBlock(): ReactElement {
  return <Calculator site={usePage().site} />
}
