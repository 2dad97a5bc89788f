import type { FieldError, Finding } from '@oncoloom/contract';
import { checkInputs, type ExampleChoice, type FigureTemplate, type InputFacts, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type AnalysisRequest, estimateAnalysis } from '../../api/analyses.ts';
import { ApiFailure } from '../../api/client.ts';
import { fixFile } from '../../api/files.ts';
import { keys } from '../../api/query-keys.ts';
import { useDebounced } from '../../base/hooks/use-debounced.ts';
import { showSuccess } from '../../base/notices.ts';
import type { FileRemedy } from '../../files/checks.tsx';
import { fixedWords, isFileFix } from '../../files/file-fix.ts';
import { besideChecks, levelFindings, sortFindings } from '../../files/findings.ts';
import { withInput } from '../data/choose-input.ts';
import {
  applyFix,
  comparisonOf,
  completeValues,
  EMPTY_FORM,
  type FormState,
  factsOf,
  type InputChoice,
  inputsInView,
  isData,
  levelsIn,
  missingFields,
  requestBody,
  undoFix,
  type ValueOrigin,
  valuesOutside,
  withTemplate,
  withValues,
} from './form-state.ts';
import { rememberValues } from './remembered.ts';
import { requestKey } from './request-key.ts';
import { useFormChecks } from './use-form-checks.ts';

const SETTLE_MS = 400;
/** How often an estimate is asked for again that a busy server has not made. */
const UNANSWERED_RETRIES = 2;

/** Everything that the page's parts read of the form, and the ways to change it. */
export interface ToolForm {
  tool: ToolDefinition;
  state: FormState;
  values: Readonly<Record<string, Value>>;
  origins: Readonly<Record<string, ValueOrigin>>;
  facts: Readonly<Record<string, InputFacts>>;
  body: AnalysisRequest;
  missing: readonly FieldError[];
  findings: readonly Finding[];
  estimate: { points: number; seconds: number; queue: number; plan: string; remaining: number; taskName: string } | undefined;
  /** Fields with a value that cannot be taken. */
  errors: readonly FieldError[];
  /** Something has to be put right before it can run; while `settling` that may be what was wrong with an older state. */
  blocked: boolean;
  /** The sentence of a refused estimate that belongs to no field in view. */
  refusal: string | undefined;
  /** Is the estimate of an older state of the form? */
  settling: boolean;
  /** Does the engine still look at the data? */
  checking: boolean;
  /** Has the engine not said yet what it finds in this state? A start waits for it: what it refuses would fail. */
  unchecked: boolean;
  errorOf(field: string): string | undefined;
  setValue(field: string, value: Value): void;
  setValues(values: Readonly<Record<string, Value>>): void;
  setInput(field: string, choice: InputChoice | undefined): void;
  setSource(group: string, field: string): void;
  setTaskName(name: string): void;
  setExample(example: ExampleChoice | false): void;
  fix(finding: Finding): void;
  /** What puts the file of a finding right, in a new version of it, or answers why not; undefined where no file of the user's is at fault. */
  fileFixOf(finding: Finding): FileRemedy | undefined;
  undo(finding: Finding): void;
  takeTemplate(template: FigureTemplate): void;
  replace(state: FormState): void;
  /** Shows what is missing at its fields; called when the user wants to submit. */
  showMissing(): void;
}

/** State of a tool's form, its checks and its estimate. `initial` is what a link to the page brought. */
export function useToolForm(tool: ToolDefinition, initial: FormState = EMPTY_FORM): ToolForm {
  const [state, setState] = useState(initial);
  const [insisted, setInsisted] = useState(false);
  const queries = useQueryClient();
  // Which inputs hang on a value is not known yet; they suggest none.
  const { values, origins } = useMemo(
    () => completeValues(tool, state, factsOf(tool, { ...state, inputs: inputsInView(tool, state, {}) })),
    [tool, state],
  );
  const facts = useMemo(() => factsOf(tool, { ...state, inputs: inputsInView(tool, state, values) }), [tool, state, values]);
  const missing = useMemo(() => missingFields(tool, state, values), [tool, state, values]);
  const body = useMemo(() => requestBody(tool, state, values), [tool, state, values]);

  const outside = useMemo(() => valuesOutside(tool, state, values), [tool, state, values]);
  // 0 on the way to 0.05 is no mistake yet.
  const toldOutside = useDebounced(outside, SETTLE_MS) === outside ? outside : [];

  const settled = useDebounced(body, SETTLE_MS);
  const complete = missing.length === 0;
  const query = useQuery({
    queryKey: [...keys.estimates, useMemo(() => requestKey(settled), [settled])],
    queryFn: ({ signal }) => estimateAnalysis(settled, { silent: true, signal }),
    enabled: complete && settled === body,
    placeholderData: keepPreviousData,
    // The queue moves.
    staleTime: 30_000,
    gcTime: 60_000,
    // 503: the engine still warms up and has not read the example yet. It will.
    retry: (count, error) => error instanceof ApiFailure && (error.status === 503 || (isUnanswered(error) && count < UNANSWERED_RETRIES)),
    retryDelay: 1_500,
  });
  const failure = complete && query.error instanceof ApiFailure ? query.error : undefined;
  const current = settled === body && !query.isFetching;
  // While a state is refused, the findings of the last good one are not its own.
  const estimate = complete && failure === undefined ? query.data : undefined;
  const local = useMemo(() => localFindings(tool, state, values, facts), [tool, state, values, facts]);
  const ofFiles = useMemo(() => fileFindings(tool, state, values), [tool, state, values]);
  const passed = estimate !== undefined && current && !estimate.findings.some(({ level }) => level === 'must');
  const engine = useFormChecks(tool, settled, passed);
  const settling = complete && outside.length === 0 && !current;
  const findings = useMemo(() => {
    const ofChecks = [...(estimate?.findings ?? local), ...engine.findings];
    return sortFindings([...ofChecks, ...besideChecks(ofFiles, ofChecks, (field) => tool.parameters[field]?.label)]);
  }, [estimate, local, engine.findings, ofFiles, tool]);

  useEffect(() => {
    if (complete) setInsisted(false);
  }, [complete]);

  const setInput = useCallback(
    (field: string, choice: InputChoice | undefined) => setState((current) => withInput(tool, current, field, choice)),
    [tool],
  );
  const setValues = useCallback(
    (next: Readonly<Record<string, Value>>) => {
      rememberValues(tool, next);
      setState((current) => withValues(current, next));
    },
    [tool],
  );

  return {
    tool,
    state,
    values,
    origins,
    facts,
    body: state.taskName.trim() === '' ? body : { ...body, task_name: state.taskName.trim() },
    missing,
    findings,
    estimate: estimate && {
      points: estimate.points,
      seconds: estimate.seconds,
      queue: estimate.queue,
      plan: estimate.plan,
      remaining: estimate.remaining_points,
      taskName: estimate.task_name,
    },
    refusal: failure !== undefined && !failure.errors.some(({ field }) => hasPlace(tool, state, field)) ? failure.message : undefined,
    errors: [...(failure?.errors ?? []), ...outside],
    blocked:
      !complete ||
      outside.length > 0 ||
      (failure !== undefined && !isUnanswered(failure)) ||
      findings.some(({ level }) => level === 'must'),
    checking: engine.checking,
    unchecked: tool.checkedBy !== undefined && (settling || engine.unanswered),
    settling,
    errorOf: (field) =>
      (failure?.errors ?? toldOutside).find((error) => error.field === field)?.detail ??
      (insisted ? missing.find((error) => error.field === field)?.detail : undefined),
    setValue: (field, value) => setValues({ [field]: value }),
    setValues,
    setInput,
    setSource: (group, field) => setState((current) => ({ ...current, sources: { ...current.sources, [group]: field } })),
    setTaskName: (taskName) => setState((current) => ({ ...current, taskName })),
    setExample: (example) => setState((current) => ({ ...current, example, taskName: '', changed: {}, carried: [], applied: [] })),
    fix: (finding) => setState((current) => applyFix(tool, current, finding)),
    fileFixOf: ({ field, fix }) => {
      const choice = field === undefined ? undefined : state.inputs[field];
      if (field === undefined || choice?.from !== 'file' || !isFileFix(fix?.file) || fix.file === 'match_samples') return undefined;
      const { file } = fix;
      const apply = async () => {
        try {
          const changed = await fixFile(choice.file.id, { fix: file }, { silent: true });
          setInput(field, { from: 'file', file: changed });
          showSuccess(fixedWords(changed.version));
          // The request is the same, what it reads is not.
          await Promise.all([keys.files, keys.estimates, keys.checks].map((queryKey) => queries.invalidateQueries({ queryKey })));
          return undefined;
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error;
          return error.message;
        }
      };
      return { fileId: choice.file.id, apply };
    },
    undo: (finding) =>
      setState((current) => {
        const fix = current.applied.find((applied) => applied.finding === finding);
        return fix === undefined ? current : undoFix(tool, current, fix);
      }),
    takeTemplate: (template) => setState((current) => withTemplate(tool, current, template)),
    replace: setState,
    showMissing: () => setInsisted(true),
  };
}

/** Says nothing of the request: the server was too busy or could not be reached. A start asks it again. */
const isUnanswered = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

/** Does the form show this field? An example stands in the place of all inputs. */
function hasPlace(tool: ToolDefinition, { example }: FormState, field: string): boolean {
  const parameter = tool.parameters[field];
  return parameter !== undefined && !(example && isData(parameter));
}

/** What the browser can tell before the form is complete: the same rules as the server's, on the facts that are here. */
function localFindings(
  tool: ToolDefinition,
  state: FormState,
  values: Readonly<Record<string, Value>>,
  facts: Readonly<Record<string, InputFacts>>,
): Finding[] {
  if (state.example || Object.keys(facts).length === 0) return [];
  const request = { taskName: undefined, example: false, values: { ...values }, inputs: {}, styles: {} };
  // Groups that are not chosen yet are missing, not wrong.
  return checkInputs(tool, request, facts).findings.filter(({ field }) => field === undefined || values[field] !== null);
}

function fileFindings(tool: ToolDefinition, state: FormState, values: Readonly<Record<string, Value>>): Finding[] {
  if (state.example) return [];
  const inputs = inputsInView(tool, state, values);
  const table = comparisonOf(tool)?.table;
  const ofLevels = table === undefined ? [] : levelFindings(table, levelsIn(inputs[table]));
  const own = Object.entries(inputs).flatMap(([field, choice]) =>
    choice.from === 'file' ? (choice.file.facts?.findings ?? []).map((finding) => ({ ...finding, field: finding.field ?? field })) : [],
  );
  return [...ofLevels, ...own];
}
