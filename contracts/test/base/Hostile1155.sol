// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";

/// @notice Re-enters the exchange from its own transfer, or says it moved and did not.
contract HostileERC1155 is ERC1155("") {
    IExchange private _exchange;
    bytes private _call;
    bool private _isLazy;
    bool public entered;
    bytes public why;

    function give(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function reenter(IExchange exchange_, bytes calldata call_) external {
        (_exchange, _call) = (exchange_, call_);
    }

    function becomeLazy() external {
        _isLazy = true;
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes memory data) public override {
        if (address(_exchange) != address(0)) (entered, why) = address(_exchange).call(_call);
        if (!_isLazy) super.safeTransferFrom(from, to, id, value, data);
    }
}
