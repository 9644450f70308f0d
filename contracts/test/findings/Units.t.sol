// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice Versions of an order for several share one count. A version for one unit reads its number alone.
contract UnitsTest is ExchangeBase {
    /// [F-85]
    function test_F85_GivenAVersionForOneUnit() public {
        Order memory ten = aLot();
        buy(ten, 3);
        Order memory two = aLot();
        (two.selling, two.buying) = (2, 2 ether);
        buyReverts(two, 1, abi.encodeWithSignature("ExchangeAmountAboveLeft(uint256,uint256)", 1, 0));
        Order memory one = aLot();
        (one.selling, one.buying) = (1, 1 ether);
        buy(one, 1);
        vm.assertEq(multi.balanceOf(bob, 7), 4, "one more");
        buyReverts(ten, 1, abi.encodeWithSignature("ExchangeOrderSpent(address,uint256)", alice, 6));
    }
}
