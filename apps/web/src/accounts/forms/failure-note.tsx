import './failure-note.css';

/** Why a form was not accepted, above its button; read out when it appears. */
export function FailureNote({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="failure-note" role="alert">
      {text}
    </p>
  );
}
