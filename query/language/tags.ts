/** What a word or a fixed phrase can mean to the planner. */
import type { Comparison, Place } from '../domain/plan.ts';

/** Meanings of verbs before their place, side or object is known. */
export type VerbMeaning =
  | 'arrives'
  | 'departs'
  | 'taken'
  | 'returned'
  | 'stays'
  | 'present'
  | 'away'
  | 'stationary'
  | 'stops'
  | 'moves'
  | 'runs'
  | 'crosses'
  | 'near'
  | 'approaches'
  | 'carries'
  | 'holds'
  | 'rides'
  | 'wears'
  | 'puts'
  | 'interacts'
  | 'happens';

export type VerbForm = 'base' | 'third' | 'past' | 'participle' | 'ing';

export type Tag =
  | { readonly cat: 'word'; readonly value: string }
  | { readonly cat: 'number'; readonly value: number }
  | { readonly cat: 'times'; readonly value: number }
  | { readonly cat: 'ordinal'; readonly value: number }
  | { readonly cat: 'extreme'; readonly value: 'longest' | 'shortest' }
  | { readonly cat: 'limit'; readonly comparison: Comparison }
  | { readonly cat: 'duration'; readonly ms: number }
  | { readonly cat: 'colour'; readonly value: string }
  | {
      readonly cat: 'kind';
      readonly kind: string;
      readonly plural: boolean;
      /** `someone`, `nobody`: the determiner is in the word. */
      readonly det?: 'some' | 'no' | 'every';
      /** `man`: that it is a person is seen, the rest is not, and this is why. */
      readonly why?: string;
    }
  | {
      readonly cat: 'garment';
      readonly part: 'top' | 'bottom' | 'whole';
      /** The word says the part of the body and no more: `top`, `trousers`. */
      readonly isPlain?: boolean;
      /** `cardigan`: only its colour is seen, and this is why. */
      readonly why?: string;
    }
  | { readonly cat: 'side'; readonly value: Place }
  | {
      readonly cat: 'verb';
      readonly meaning: VerbMeaning;
      readonly form: VerbForm;
      readonly zoneLike?: boolean;
    }
  | { readonly cat: 'aux'; readonly tense: 'past' | 'present'; readonly word: string }
  | {
      readonly cat: 'place';
      readonly place: 'zone' | 'line' | 'stream' | 'scene';
      readonly name: string;
    }
  | {
      readonly cat: 'unseen';
      readonly why: string;
      /** Where it may stand in a description: `the tall person`, `the person with the hat`. */
      readonly role?: 'adjective' | 'worn' | 'interaction';
    }
  | { readonly cat: 'unknown' };

/** A tagged stretch of the text; `text` is what was written there. */
export type Tagged = Tag & { readonly text: string };
