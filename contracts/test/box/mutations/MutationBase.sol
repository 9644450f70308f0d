// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice A series that works, of which each test changes one thing and expects one error.
abstract contract BoxMutationBase is BoxBase {
    function refused(BoxOrder memory order, bytes memory why) internal {
        vm.expectRevert(why);
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
        vm.assertEq(box.boxOf(box.hashBox(order)).owner, address(0), "unknown still");
    }

    function amountRefused(uint256 kind, uint256 amount) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IBlindBox.BoxAmountInvalid.selector, kind, amount);
    }

    function moneyRefused(Asset memory money) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IBlindBox.BoxMoneyInvalid.selector, money.token, money.tokenId, money.assetType);
    }

    function test_TheBaseWorks() public {
        drawn(bob, registered(aBox(coin())), 1);
    }
}
