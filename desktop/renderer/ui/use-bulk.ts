import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { runEach } from '../lib/run-each.ts';
import type { RowWithId } from './DataTable.tsx';
import { toastError, toastSuccess } from './toast.ts';
import { toastUndo } from './toast-undo.tsx';
import type { Selection } from './use-selection.ts';

/** Reasons that fit into a sentence. */
const REASONS = 3;
/** Names that fit into a question. */
const NAMES = 5;

export interface BulkOrder<Row> {
  /** Tells the buttons apart. */
  name: string;
  rows: Row[];
  act: (row: Row) => Promise<unknown>;
  /** What was done, if all of it was. */
  said: (count: number) => string;
  /** Takes it back for one row. */
  undo?: ((row: Row) => Promise<unknown>) | undefined;
}

/** Does one thing with many rows and says in one sentence what became of it. Those that failed stay selected. */
export function useBulk<Row extends RowWithId>(selection: Selection<Row>, stale: QueryKey[]) {
  const { t, i18n } = useTranslation();
  const mutation = useMutation({
    mutationFn: ({ rows, act }: BulkOrder<Row>) => runEach(rows, act),
    onSuccess: ({ done, failed }, { rows, said, undo }) => {
      selection.set(failed.map(({ item }) => item));
      if (failed.length > 0) {
        const why = failed.slice(0, REASONS).map(({ item, error }) => `${selection.nameOf(item)}: ${error.message}`);
        toastError(t('bulk.partly', { done: done.length, total: rows.length, why: why.join(' ') }));
      }
      if (done.length === 0) return;
      if (undo) toastUndo(said(done.length), () => again.mutateAsync({ rows: done, act: undo }));
      else if (failed.length === 0) toastSuccess(said(done.length));
    },
    meta: { stale, awaited: true },
  });
  const again = useMutation({
    mutationFn: async ({ rows, act }: Pick<BulkOrder<Row>, 'rows' | 'act'>) => {
      const [first] = (await runEach(rows, act)).failed;
      if (first) throw first.error;
    },
    meta: { stale, awaited: true },
  });
  const { mutate, isPending, variables } = mutation;
  return {
    run: (order: BulkOrder<Row>) => mutate(order),
    /** Props for the button of one action. */
    busy: (name: string) => ({ loading: isPending && variables?.name === name, disabled: isPending }),
    /** What a question names: the first few, and how many more there are. */
    namesOf: (rows: Row[]) => {
      const names = rows.slice(0, NAMES).map(selection.nameOf);
      const more = rows.length - names.length;
      const parts = more > 0 ? [...names, t('bulk.more', { count: more })] : names;
      return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts);
    },
  };
}

export type Bulk<Row extends RowWithId> = ReturnType<typeof useBulk<Row>>;
