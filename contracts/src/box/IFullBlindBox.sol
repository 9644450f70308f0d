// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBlindBox} from "./IBlindBox.sol";
import {IBoxSeries} from "./IBoxSeries.sol";

/// @notice All that can be called at the address of the boxes.
interface IFullBlindBox is IBlindBox, IBoxSeries {}
