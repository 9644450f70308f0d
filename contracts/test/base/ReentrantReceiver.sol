// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Accepts items, and makes one call of its choice from inside the first receiver hook that reaches it.
contract ReentrantReceiver {
    address private _target;
    bytes private _call;
    /// @notice Whether the hook ran, and how its call ended.
    bool public called;
    bool public passed;
    bytes public answer;

    function arm(address target, bytes calldata call_) external {
        (_target, _call) = (target, call_);
    }

    function act(address to, bytes calldata data) external {
        (bool ok, bytes memory why) = to.call(data);
        if (!ok) {
            assembly {
                revert(add(why, 0x20), mload(why))
            }
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        returns (bytes4)
    {
        _reenter();
        return this.onERC1155BatchReceived.selector;
    }

    function _reenter() private {
        if (_target == address(0) || called) return;
        called = true;
        (passed, answer) = _target.call(_call);
    }
}
