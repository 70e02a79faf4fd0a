import { useSearchParams } from 'react-router-dom';

export type View = 'grid' | 'table';

export function viewOf(parameters: URLSearchParams): View {
  return parameters.get('ui') === 'table' ? 'table' : 'grid';
}

/** The list's view, kept in the address. Changing it keeps the page and the filters. */
export function useView() {
  const [parameters, setParameters] = useSearchParams();
  const setView = (view: View) => {
    setParameters(
      (before) => new URLSearchParams([...before].filter(([name]) => name !== 'ui').concat([['ui', view]])),
      {
        replace: true,
      },
    );
  };
  return [viewOf(parameters), setView] as const;
}
