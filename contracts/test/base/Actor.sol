// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice An ERC-1271 account of one key that makes a call of its choice whenever coin or an item arrives. It refuses coin where
/// that call fails.
contract Actor {
    address private immutable _key;
    address private _target;
    bytes private _call;
    /// @notice How the call of the last item's hook ended.
    bool public passed;
    bytes public answer;

    constructor(address key) {
        _key = key;
    }

    function arm(address target, bytes calldata call_) external {
        (_target, _call) = (target, call_);
    }

    /// @notice Open to any caller: items and tokens make their owner act, too.
    function act(address to, bytes calldata data) external {
        (bool ok, bytes memory why) = to.call(data);
        if (!ok) {
            assembly {
                revert(add(why, 0x20), mload(why))
            }
        }
    }

    /// @dev Writes nothing: a payout has 100,000 gas.
    receive() external payable {
        if (_target == address(0)) return;
        (bool ok,) = _target.call(_call);
        require(ok, "its call");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (_target != address(0)) (passed, answer) = _target.call(_call);
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == _key ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
