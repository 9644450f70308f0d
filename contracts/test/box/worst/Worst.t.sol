// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {WorstBase} from "./WorstBase.sol";

/// @notice The dearest transactions that others can make of a call, each in a transaction of its own, with nothing warm.
contract BoxWorstTest is WorstBase {
    /// @dev EIP-7825.
    uint256 private constant MOST_GAS = 16_777_216;
    /// @dev Of a transaction with the words of the calls here.
    uint256 private constant INTRINSIC = 25_000;

    event Measured(string what, uint256 gas);

    function fits(string memory what) private {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit Measured(what, used);
        vm.assertLe(used, MOST_GAS, what);
    }

    /// @dev The draw to a buyer that burns what it gets, which must not be known to the caller.
    function drawFits(uint256 kinds, uint256 copies, uint256 opening, uint256 boxes, bool minted, bool isCoin) private {
        seller.setCalm(true);
        burning.burnFrom(address(0));
        BoxOrder memory order = series(kinds, copies, opening, minted, isCoin ? coin() : Asset(address(burning), 0, 1));
        bytes32 id = registeredBySeller(order);
        openedByBuyer(order, id, boxes);
        mine(2);
        box.reveal{gas: MOST_GAS - INTRINSIC}(id, preimage(0));
        fits(
            string.concat(
                vm.toString(boxes), " boxes of ", vm.toString(opening), " of ", vm.toString(kinds),
                minted ? " kinds, minted, " : " kinds, held, ", isCoin ? "coin" : "token"
            )
        );
        uint256 waits;
        for (uint256 kind; kind < kinds; ++kind) {
            waits += box.kept(id, address(buyer), kind);
        }
        vm.assertEq(waits, boxes * opening, "all drawn, none delivered");
    }

    /// [F-3] Boxes times kinds near 1,500, and the most prizes that go with it.
    /// forge-config: default.isolate = true
    function test_F3_WhenEachBoxPutsItsKindsInOrder() public {
        drawFits(30, 10, 2, 50, false, true);
        drawFits(45, 10, 3, 33, false, true);
        drawFits(60, 10, 4, 25, false, true);
        drawFits(75, 8, 5, 20, false, true);
        drawFits(93, 6, 6, 16, false, true);
        drawFits(100, 6, 6, 15, false, true);
        drawFits(100, 5, 10, 10, false, true);
    }

    /// [F-3]
    /// forge-config: default.isolate = true
    function test_F3_WhenThePrizesAreMinted() public {
        drawFits(30, 10, 2, 50, true, true);
        drawFits(93, 6, 6, 16, true, true);
    }

    /// [F-3] The token takes all that a payment may use from the owner's part and from the fees.
    /// forge-config: default.isolate = true
    function test_F3_WhenThePayTokenBurnsItsGas() public {
        drawFits(30, 10, 2, 50, false, false);
        drawFits(93, 6, 6, 16, true, false);
    }

    /// forge-config: default.isolate = true
    function test_WhenAHundredBoxesOfOneAreDrawn() public {
        drawFits(100, 1, 1, 100, false, true);
        drawFits(100, 1, 1, 100, true, false);
    }

    /// Each draw then goes along all kinds to the last one.
    /// forge-config: default.isolate = true
    function test_WhenNearlyAllCopiesAreOfTheLastKind() public {
        BoxOrder memory order = series(100, 1, 1, false, coin());
        multi.give(address(seller), 1099, 59_900);
        order.assetAmounts[99] = 59_901;
        (order.repeat, order.buying) = (true, 60_000 * CHEAP);
        bytes32 id = registeredBySeller(order);
        openedByBuyer(order, id, 100);
        mine(2);
        box.reveal{gas: MOST_GAS - INTRINSIC}(id, preimage(0));
        fits("100 boxes, nearly all copies of the last of 100 kinds");
    }

    /// forge-config: default.isolate = true
    function test_WhenTheRefundedBuyerBurnsItsGas() public {
        Asset[3] memory moneys = [coin(), Asset(address(burning), 0, 1), ticket()];
        for (uint256 i; i < 3; ++i) {
            buyer.setCalm(true);
            BoxOrder memory order = series(100, 1, 1, true, moneys[i]);
            order.key.salt = 10 + i;
            bytes32 id = registeredBySeller(order);
            multi.give(address(buyer), 9, 100 * CHEAP);
            buyer.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
            openedByBuyer(order, id, 100);
            buyer.setCalm(false);
            vm.warp(vm.getBlockTimestamp() + 30 minutes);
            box.refund{gas: MOST_GAS - INTRINSIC}(id);
            fits(string.concat("refund of 100 boxes, money of type ", vm.toString(order.key.buyAsset.assetType)));
            vm.assertEq(box.boxOf(id).pending, 0, "refunded");
        }
    }

    /// forge-config: default.isolate = true
    function test_WhenAHundredKindsAreTakenBack() public {
        uint256[] memory all = new uint256[](100);
        for (uint256 i; i < 100; ++i) {
            all[i] = i;
        }
        BoxOrder memory order = series(100, 10, 1, false, coin());
        bytes32 id = registeredBySeller(order);
        vm.warp(END);
        vm.prank(address(seller));
        box.takeBack{gas: MOST_GAS - INTRINSIC}(id, all);
        fits("take 100 kinds back");
        vm.assertEq(multi.balanceOf(address(seller), 1099), 10, "back");
    }

    /// forge-config: default.isolate = true
    function test_WhenAHundredKindsAreRegistered() public {
        for (uint256 i; i < 2; ++i) {
            BoxOrder memory order = series(100, 10, 1, i == 1, coin());
            for (uint256 kind; i == 0 && kind < 100; ++kind) {
                order.uris[kind] = "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
            }
            vm.prank(address(seller));
            box.register{gas: MOST_GAS - 500_000}(order, anchor(), CHAIN, CHEAP);
            fits(i == 0 ? "register 100 kinds, held" : "register 100 kinds, minted");
        }
    }
}
