// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {Mood} from "../../base/Hostile.sol";

/// @notice A prize collection that calls back into the blind boxes from every question and mint, and owns and opens series too.
/// Its questions come as static calls, so what it saw there is in its answer: one call that is not shut out makes it revert.
contract HostilePrizes {
    IFullBlindBox private immutable _box;
    bytes[] private _calls;
    bytes private _picked;
    Mood private _mood;
    mapping(address account => uint256) public balanceOf;
    /// @notice Calls back, of which none may be let in.
    uint256 public tries;
    uint256 public entered;
    /// @notice Of the box, as seen inside the last call that was no question.
    uint256 public balanceSeen;
    uint256 public claimableSeen;

    constructor(IFullBlindBox box_) {
        _box = box_;
    }

    function reenter(bytes[] calldata calls) external {
        delete _calls;
        for (uint256 i; i < calls.length; ++i) {
            _calls.push(calls[i]);
        }
    }

    /// @notice Which one it sends from hooks, whose gas is bounded: a test is one transaction, so it is warm there.
    function pick(uint256 call) external {
        _picked = _calls[call];
    }

    function set(Mood mood_) external {
        _mood = mood_;
    }

    function act(address to, bytes calldata data) external payable {
        (bool ok, bytes memory answer) = to.call{value: msg.value}(data);
        if (ok) return;
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }

    function blindBox() external returns (address) {
        _refuseEntry();
        return address(_box);
    }

    function serves(address) external returns (bool) {
        _refuseEntry();
        return true;
    }

    function kindURI(uint256) external returns (string memory) {
        _refuseEntry();
        return "/ipfs/H";
    }

    function mintPrize(address to, uint256) external returns (uint256) {
        _callBack();
        ++balanceOf[to];
        return 1;
    }

    receive() external payable {
        _callBack();
    }

    function _refuseEntry() private {
        for (uint256 i; i < _calls.length; ++i) {
            if (_isEntered(_calls[i])) revert("let in");
        }
    }

    function _callBack() private {
        (balanceSeen, claimableSeen) = (address(_box).balance, _box.totalClaimable());
        ++tries;
        if (_isEntered(_picked)) ++entered;
        if (_mood == Mood.Refuse) revert("no");
        if (_mood == Mood.Burn) {
            assembly {
                invalid()
            }
        }
        if (_mood == Mood.Bomb) {
            assembly {
                revert(0, 150000)
            }
        }
    }

    function _isEntered(bytes memory data) private returns (bool) {
        (bool ok, bytes memory answer) = address(_box).call(data);
        return ok || bytes4(answer) != IPayouts.PayoutReentered.selector;
    }
}
